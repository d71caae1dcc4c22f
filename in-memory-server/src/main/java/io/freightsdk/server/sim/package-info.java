/**
 * Trucks without a truck: fixes from simulated drives, recorded tracks and the nastiest phones we
 * know, as plain values. Nothing here reads a clock or talks to a server; sending the fixes is up
 * to the caller.
 */
@NullMarked
package io.freightsdk.server.sim;

import org.jspecify.annotations.NullMarked;
