#!/usr/bin/env python3
"""Opens a page in Chromium without a window, and prints what expressions are there, as JSON: one a line.

    browser.py URL FOLDER WAIT EXPRESSION...

WAIT is an expression that must become true first. FOLDER gets pictures of the page: light, dark, and on a phone.
The last line lists what the browser has complained about.
"""
import base64
import json
import os
import subprocess
import sys
import tempfile
import time

PROGRAM = ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--lang=en",
           "--disable-background-networking", "--disable-component-update", "--remote-debugging-pipe"]


class Browser:
    """A browser that is driven over two pipes, file descriptors 3 and 4 on its side."""

    def __init__(self, profile):
        read, self.output = os.pipe()
        self.input, write = os.pipe()

        def connect():
            ends = os.dup(read), os.dup(write)
            os.dup2(ends[0], 3)
            os.dup2(ends[1], 4)

        self.child = subprocess.Popen(
            PROGRAM + [f"--user-data-dir={profile}", "about:blank"], stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, preexec_fn=connect, close_fds=False)
        os.close(read)
        os.close(write)
        self.count, self.rest, self.session, self.events = 0, b"", None, []
        page = next(each for each in self.ask("Target.getTargets")["targetInfos"] if each["type"] == "page")
        self.session = self.ask("Target.attachToTarget", targetId=page["targetId"], flatten=True)["sessionId"]
        for domain in "Page", "Runtime", "Log":
            self.ask(domain + ".enable")

    def ask(self, method, **parameters):
        """The answer to a command; what happens meanwhile is kept."""
        self.count += 1
        message = {"id": self.count, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.output, json.dumps(message).encode() + b"\0")
        while True:
            while b"\0" not in self.rest:
                part = os.read(self.input, 1 << 20)
                if not part:
                    sys.exit("the browser has ended")
                self.rest += part
            line, self.rest = self.rest.split(b"\0", 1)
            answer = json.loads(line)
            if answer.get("id") != self.count:
                self.events.append(answer)
            elif "error" in answer:
                sys.exit(f"{method}: {answer['error']['message']}")
            else:
                return answer["result"]

    def value(self, expression):
        """The value of an expression on the page."""
        answer = self.ask("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True,
                          userGesture=True)
        return answer["exceptionDetails"]["text"] if "exceptionDetails" in answer else answer["result"].get("value")

    def await_truth(self, expression):
        """Waits until an expression is true, for a minute."""
        for _ in range(600):
            if self.value(expression) is True:
                return
            time.sleep(0.1)
        sys.exit(f"waited in vain: {expression}")

    def show(self, width, height, scheme, is_mobile=False):
        """The size of the screen, and what its user prefers."""
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                 mobile=is_mobile)
        self.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def picture(self, path):
        """A picture of what is seen."""
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.ask("Page.captureScreenshot", format="png")["data"]))

    def complaints(self):
        """What the browser or the page has complained about."""
        named = [each for each in self.events if each.get("method") in
                 ("Log.entryAdded", "Runtime.exceptionThrown", "Runtime.consoleAPICalled")]
        return [json.dumps(each["params"]) for each in named]


def main(url, folder, wait, *expressions):
    """Opens the page and looks at it."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(profile)
        try:
            browser.show(1920, 1080, "light")
            browser.ask("Page.navigate", url=url)
            browser.await_truth(wait)
            for expression in expressions:
                print(json.dumps(browser.value(expression)))
            browser.picture(f"{folder}/light.png")
            browser.show(1920, 1080, "dark")
            print(json.dumps(browser.value("getComputedStyle(document.body).backgroundColor")))
            browser.picture(f"{folder}/dark.png")
            browser.show(390, 844, "light", is_mobile=True)
            print(json.dumps(browser.value("document.documentElement.scrollWidth <= innerWidth")))
            browser.picture(f"{folder}/phone.png")
            print(json.dumps(browser.complaints()))
        finally:
            browser.child.kill()
            browser.child.wait()


if __name__ == "__main__":
    main(*sys.argv[1:])
