/**
 * Fixes from simulated drives, recorded tracks and the worst phones that we know, as plain values.
 * Nothing here reads a clock or calls a server; the caller sends the fixes.
 */
@NullMarked
package io.freightsdk.server.sim;

import org.jspecify.annotations.NullMarked;
