package io.freightsdk.examples.benchmarks.fleet;

import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.server.sim.SimulatedTruck;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A load and the truck that will carry it.
 *
 * @param truck what its phone sends, and when
 * @param billOfLadingAfter when the bill of lading is confirmed, counted from the arrival at the
 *     delivery; null when the load is delivered on arrival
 */
record SimulatedLoad(
    CreateLoadInput input, SimulatedTruck truck, @Nullable Duration billOfLadingAfter) {}
