"""What the servers of a cluster have on their disks: the messages of streams, read from the files of nats-server."""
import glob
import os
import struct

HEADER, CHECKSUM = 22, 8
HAS_HEADERS = 1 << 31
ERASED, TOMBSTONE = 1 << 63, 1 << 62


def messages(store, stream):
    """All messages of a stream in a server's folder: sequence to (time, subject, headers and body)."""
    found = {}
    blocks = glob.glob(os.path.join(store, "**", "streams", stream, "msgs", "*.blk"), recursive=True)
    for path in sorted(blocks, key=lambda path: int(os.path.basename(path)[:-4])):
        with open(path, "rb") as file:
            data = file.read()
        at = 0
        while at + HEADER + CHECKSUM <= len(data):
            length, sequence, time, word = struct.unpack_from("<IQqH", data, at)
            length &= ~HAS_HEADERS
            if length < HEADER + CHECKSUM or at + length > len(data):
                raise ValueError(f"{path}: no record at {at}")
            if sequence & TOMBSTONE:
                found.pop(sequence & ~TOMBSTONE, None)
            elif not sequence & ERASED:
                body = at + HEADER + word
                found[sequence] = (time, data[at + HEADER:body].decode(), data[body:at + length - CHECKSUM])
            at += length
    return found


def newest(found):
    """The newest message of each subject: what a stream keeps that has one for each; others may still be in the files."""
    last = {subject: number for number, (_, subject, _) in sorted(found.items())}
    return {number: found[number] for number in last.values()}


def differences(stores, stream, keep=lambda found: found):
    """How many messages each server has, of those to `keep`, and the sequences at which they differ."""
    all_of_them = [keep(messages(store, stream)) for store in stores]
    sequences = sorted(set().union(*all_of_them))
    return ([len(each) for each in all_of_them],
            [number for number in sequences if len({each.get(number) for each in all_of_them}) > 1])
