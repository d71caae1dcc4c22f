/**
 * The freight tools for an MCP host: options, agent key, ledger, and the streams of the host. The
 * package {@code io.freightsdk.agent} decides what the tools do and refuse.
 */
@NullMarked
package io.freightsdk.mcp;

import org.jspecify.annotations.NullMarked;
