/**
 * Published facts are not withdrawn. A published visit may become earlier, and never becomes later.
 *
 * <p>{@code LateFixesTest} has fixes that come after what they would have changed, {@code
 * StatusLifecycleTest} each transition, {@code TripProperties} and {@code RandomTripsTest} what
 * holds for every trip.
 */
package io.freightsdk.server.domain.trip;
