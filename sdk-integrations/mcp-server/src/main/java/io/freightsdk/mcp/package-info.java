/**
 * The freight tools for an MCP host: the command line, the key, the ledger, and what stands between
 * the tools and the SDK of MCP. What the tools do and refuse is decided in {@code
 * io.freightsdk.agent}.
 */
@NullMarked
package io.freightsdk.mcp;

import org.jspecify.annotations.NullMarked;
