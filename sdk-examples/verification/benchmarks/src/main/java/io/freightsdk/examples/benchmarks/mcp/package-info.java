/** The MCP server: its start, and what a tool costs over its standard input. */
@NullMarked
package io.freightsdk.examples.benchmarks.mcp;

import org.jspecify.annotations.NullMarked;
