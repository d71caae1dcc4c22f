/** Freight tools as tools of a server of MCP's Java SDK, whatever its transport is. */
@NullMarked
package io.freightsdk.agent.mcp;

import org.jspecify.annotations.NullMarked;
