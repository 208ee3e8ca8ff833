#!/usr/bin/env node
// Starts the program for this machine. It is in a package of its own, of which npm installs one.
"use strict";

const { spawnSync } = require("node:child_process");
const { dirname, join } = require("node:path");

const home = `@tacklebox/${process.platform}-${process.arch}`;

function fail(words) {
  console.error(`tacklebox: ${words}`);
  process.exit(2);
}

function find() {
  try {
    return join(dirname(require.resolve(`${home}/package.json`)), "native", "tacklebox");
  } catch {
    return fail(
      `the package ${home} is not there. If this machine is one that Tacklebox is built for, ` +
        "npm was told to leave optional packages out, or a lockfile was made on another system: " +
        "`npm install --force` brings it.",
    );
  }
}

const { error, signal, status } = spawnSync(find(), process.argv.slice(2), { stdio: "inherit" });
if (error) {
  fail(error.message);
}
if (signal) {
  process.kill(process.pid, signal);
}
process.exit(status);
