/**
 * Helpers for tests of clients: call styles, a virtual world, prepared responses, servers over
 * sockets.
 */
package io.freightsdk.testing;
