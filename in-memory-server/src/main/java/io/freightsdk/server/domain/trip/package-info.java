/**
 * The trip of a load through its stops: statuses, arrivals, departures and delivery. Each fix is
 * one step. The four rules are in {@code CHOICES.md}.
 *
 * <ul>
 *   <li>the load: {@code LoadTrip}, with its {@code TripPlan} and its current state {@code
 *       Progress}
 *   <li>its stops: {@code Visits}, which {@code ArrivalRules} changes at each fix
 *   <li>the facts for these rules: {@code Fence} and {@code TruckHalt}
 *   <li>late fixes: {@code TrackReplay}
 *   <li>results: {@code PositionFigures} and {@code FixExplainer}
 * </ul>
 */
@NullMarked
package io.freightsdk.server.domain.trip;

import org.jspecify.annotations.NullMarked;
