/** Freight tools as an MCP server: the adapter to copy, its two transports, and a conversation. */
@NullMarked
package io.freightsdk.examples.mcp;

import org.jspecify.annotations.NullMarked;
