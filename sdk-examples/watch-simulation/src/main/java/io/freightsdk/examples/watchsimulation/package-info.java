/**
 * Measures poll plans: simulated loads on the reference server under virtual time, real reads over
 * a real socket, and what each plan paid and when it noticed. Nothing here is part of the client.
 */
@NullMarked
package io.freightsdk.examples.watchsimulation;

import org.jspecify.annotations.NullMarked;
