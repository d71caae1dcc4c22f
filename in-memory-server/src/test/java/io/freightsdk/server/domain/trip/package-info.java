/**
 * Published facts are not withdrawn. A published visit may become earlier, and never becomes later.
 *
 * <p>{@code TripScenesTest} has the scenes of {@code CHOICES.md}, {@code LateFixesTest} fixes that
 * come after what they would have changed, {@code StatusLifecycleTest} each transition, {@code
 * TripProperties} and {@code RandomTripsTest} what holds for every trip.
 */
package io.freightsdk.server.domain.trip;
