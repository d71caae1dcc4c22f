/**
 * The server implements the description: each published sentence, each table of errors, and money
 * to the cent. Published facts are not withdrawn. {@code CHOICES.md} lists the open questions of
 * the description.
 *
 * <p>The tests of sentences and tables are in {@code http}, the tests of facts in {@code
 * domain.trip}. In this package, {@code MoneyPropertiesTest} tests every cent for calls in any
 * order. {@code CityTripsTest}, {@code MissedStopEvidenceTest}, {@code SilentPhoneTest} and {@code
 * TimeTravelTest} test whole trips. {@code DeviatingServiceIT} of the first-contact program tests
 * how differences of the real service are found.
 */
package io.freightsdk.server;
