/**
 * The books of the MCP server as a file that only its owner can open: what was spent, and which
 * order has which load. No port is opened, and nothing in the file is run.
 */
@NullMarked
package io.freightsdk.mcp.books;

import org.jspecify.annotations.NullMarked;
