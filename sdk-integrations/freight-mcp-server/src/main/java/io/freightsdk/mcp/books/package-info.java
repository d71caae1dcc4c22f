/** What the tools of the MCP server remember, in a file that only its owner can open. */
@NullMarked
package io.freightsdk.mcp.books;

import org.jspecify.annotations.NullMarked;
