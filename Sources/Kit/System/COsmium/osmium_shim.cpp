// LZ4 is optional in libosmium.
#define OSMIUM_WITH_LZ4

#include "osmium_shim.h"

#include <lz4.h>
#include <zlib.h>

#include <osmium/io/bzip2_compression.hpp>
#include <osmium/io/gzip_compression.hpp>
#include <osmium/io/pbf_input.hpp>
#include <osmium/io/pbf_output.hpp>
#include <osmium/io/reader.hpp>
#include <osmium/io/writer.hpp>
#include <osmium/io/xml_input.hpp>
#include <osmium/osm.hpp>
#include <osmium/thread/pool.hpp>

#include <climits>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

namespace {

using osmium::item_type;

void say(trove_osm_failure *failure, const char *text, uint64_t line = 0) noexcept {
  std::snprintf(failure->text, sizeof failure->text, "%s", text);
  failure->line = line;
}

/// Runs `work`, which returns what the function shall; whatever it throws becomes a failure.
template <typename Work>
int guarded(trove_osm_failure *failure, Work &&work) noexcept {
  try {
    return work();
  } catch (const osmium::xml_error &error) {
    say(failure, error.error_string.c_str(), error.line);
  } catch (const std::exception &error) {
    say(failure, error.what());
  } catch (...) {
    say(failure, "libosmium failed without a word");
  }
  return -1;
}

/// Two threads decode, and few blocks wait for them, so that no file takes more memory than its largest blocks.
osmium::thread::Pool &pool() {
  // Never destroyed: a program may end while somebody still reads.
  static auto *const shared = new osmium::thread::Pool{2, 2};
  return *shared;
}

/// Puts objects into the shape of the C interface; the vectors are used again for each.
class Delivery {
  std::vector<trove_osm_tag> m_tags;
  std::vector<int64_t> m_refs;
  std::vector<trove_osm_member> m_members;
  trove_osm_visitor m_visit;
  void *m_context;

  void take_node(const osmium::Node &node, trove_osm_object &result) {
    result.kind = 0;
    result.longitude = node.location().x();
    result.latitude = node.location().y();
  }

  void take_way(const osmium::Way &way, trove_osm_object &result) {
    m_refs.clear();
    for (const auto &node : way.nodes()) m_refs.push_back(node.ref());
    result.kind = 1;
    result.refs = m_refs.data();
    result.ref_count = m_refs.size();
  }

  void take_relation(const osmium::Relation &relation, trove_osm_object &result) {
    m_members.clear();
    for (const auto &member : relation.members()) {
      const uint8_t kind = member.type() == item_type::node ? 0 : member.type() == item_type::way ? 1 : 2;
      m_members.push_back({member.ref(), member.role(), kind});
    }
    result.kind = 2;
    result.members = m_members.data();
    result.member_count = m_members.size();
  }

public:
  Delivery(trove_osm_visitor visit, void *context) : m_visit(visit), m_context(context) {}

  bool operator()(const osmium::OSMObject &object, uint64_t position) {
    trove_osm_object result{};
    m_tags.clear();
    for (const auto &tag : object.tags()) m_tags.push_back({tag.key(), tag.value()});
    result.id = object.id();
    result.version = object.version();
    result.visible = object.visible();
    result.longitude = result.latitude = INT32_MAX;
    result.tags = m_tags.data();
    result.tag_count = m_tags.size();
    switch (object.type()) {
      case item_type::node: take_node(static_cast<const osmium::Node &>(object), result); break;
      case item_type::way: take_way(static_cast<const osmium::Way &>(object), result); break;
      default: take_relation(static_cast<const osmium::Relation &>(object), result); break;
    }
    return m_visit(m_context, &result, position) != 0;
  }
};

osmium::osm_entity_bits::type bits(unsigned kinds) {
  auto result = osmium::osm_entity_bits::nothing;
  if (kinds & 1U) result |= osmium::osm_entity_bits::node;
  if (kinds & 2U) result |= osmium::osm_entity_bits::way;
  if (kinds & 4U) result |= osmium::osm_entity_bits::relation;
  return result;
}

int read(const osmium::io::File &file, unsigned kinds, osmium::io::read_meta metadata, Delivery deliver) {
  osmium::io::Reader reader{file, bits(kinds), metadata, pool()};
  while (const auto buffer = reader.read()) {
    for (const auto &object : buffer.select<osmium::OSMObject>()) {
      if (!deliver(object, reader.offset())) return 0;
    }
  }
  reader.close();
  return 1;
}

/// Above all numbers of OpenStreetMap, and below 2^34, beyond which tilemaker takes none.
constexpr int64_t base = 16'000'000'000;

int64_t positive(int64_t id) { return id < 0 ? base - id : id; }

/// Gives objects numbers that every program takes.
void number(osmium::OSMObject &object) {
  object.set_id(positive(object.id()));
  if (object.type() == item_type::way) {
    for (auto &node : static_cast<osmium::Way &>(object).nodes()) node.set_ref(positive(node.ref()));
  } else if (object.type() == item_type::relation) {
    for (auto &member : static_cast<osmium::Relation &>(object).members()) member.set_ref(positive(member.ref()));
  }
}

uint8_t kind_of(const osmium::OSMObject &object) {
  return object.type() == item_type::node ? 0 : object.type() == item_type::way ? 1 : 2;
}

int convert(
    const osmium::io::File &file, const osmium::io::File &output, trove_osm_judge judge, void *context) {
  osmium::io::Header header;
  {
    osmium::io::Reader reader{file, osmium::osm_entity_bits::nothing, pool()};
    header = reader.header();
    reader.close();
  }
  osmium::io::Writer writer{output, header, osmium::io::overwrite::no, pool()};
  for (const unsigned kind : {1U, 2U, 4U}) {
    osmium::io::Reader reader{file, bits(kind), osmium::io::read_meta::yes, pool()};
    while (auto buffer = reader.read()) {
      for (auto &object : buffer.select<osmium::OSMObject>()) {
        const int verdict = judge(context, kind_of(object), object.id(), reader.offset());
        if (verdict < 0) return 0;
        if (verdict > 0 || !object.visible()) continue;
        number(object);
        writer(object);
      }
    }
    reader.close();
  }
  writer.close();
  return 1;
}

} // namespace

int trove_osm_convert(
    const char *path, const char *format, const char *output, trove_osm_judge judge, void *context,
    trove_osm_failure *failure) {
  return guarded(failure, [&] {
    return convert(
        osmium::io::File{path, format}, osmium::io::File{output, "pbf,add_metadata=false"}, judge, context);
  });
}

int trove_osm_read_file(
    const char *path, const char *format, unsigned kinds, trove_osm_visitor visit, void *context,
    trove_osm_failure *failure) {
  return guarded(failure, [&] {
    return read(osmium::io::File{path, format}, kinds, osmium::io::read_meta::yes, Delivery{visit, context});
  });
}

int trove_osm_read_blocks(
    const uint8_t *bytes, size_t count, int history, unsigned kinds, trove_osm_visitor visit, void *context,
    trove_osm_failure *failure) {
  return guarded(failure, [&] {
    const osmium::io::File file{reinterpret_cast<const char *>(bytes), count, "pbf"};
    const auto metadata = history ? osmium::io::read_meta::yes : osmium::io::read_meta::no;
    return read(file, kinds, metadata, Delivery{visit, context});
  });
}

int trove_osm_scan(
    const char *path, const char *format, trove_osm_scanner scan, void *context, trove_osm_failure *failure) {
  return guarded(failure, [&] {
    const osmium::io::File file{path, format};
    std::atomic<std::size_t> offset{0};
    const auto decompressor = osmium::io::CompressionFactory::instance().create_decompressor(
        file.compression(), osmium::io::detail::open_for_reading(file.filename()));
    decompressor->set_offset_ptr(&offset);
    for (auto piece = decompressor->read(); !piece.empty(); piece = decompressor->read()) {
      const auto *bytes = reinterpret_cast<const uint8_t *>(piece.data());
      if (!scan(context, bytes, piece.size(), offset)) return 0;
    }
    decompressor->close();
    return 1;
  });
}

int trove_osm_unpack(int lz4, const uint8_t *bytes, size_t count, uint8_t *output, size_t size) {
  if (count > INT_MAX || size > INT_MAX) return 0;
  if (lz4) {
    const int length = LZ4_decompress_safe(
        reinterpret_cast<const char *>(bytes), reinterpret_cast<char *>(output), static_cast<int>(count),
        static_cast<int>(size));
    return length == static_cast<int>(size);
  }
  uLongf length = size;
  uLong taken = count;
  return uncompress2(output, &length, bytes, &taken) == Z_OK && length == size && taken == count;
}
