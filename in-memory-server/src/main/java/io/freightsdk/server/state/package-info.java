/** How the state of a server is written to a file and read back. Knows no part of the state. */
@NullMarked
package io.freightsdk.server.state;

import org.jspecify.annotations.NullMarked;
