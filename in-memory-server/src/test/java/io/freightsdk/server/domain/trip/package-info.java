/**
 * Facts once told are not taken back: what a load has shown may be found earlier, and is never
 * withdrawn or found later.
 *
 * <p>{@code PublishedVisitsTest} has the rule, {@code LateFixesTest} fixes that come after what
 * they would have changed. {@code StatusLifecycleTest} has each transition, {@code TripProperties}
 * and {@code RandomTripsTest} what holds for every trip.
 */
package io.freightsdk.server.domain.trip;
