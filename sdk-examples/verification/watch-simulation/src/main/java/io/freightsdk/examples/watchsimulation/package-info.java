/**
 * Measures poll plans with simulated loads on the reference server in virtual time and real reads
 * over a socket: what each plan paid, and how late it noticed changes. Nothing here is part of the
 * client.
 */
@NullMarked
package io.freightsdk.examples.watchsimulation;

import org.jspecify.annotations.NullMarked;
