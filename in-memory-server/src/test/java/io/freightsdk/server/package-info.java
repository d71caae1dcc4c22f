/**
 * The server is the description: each published sentence, each table of errors, money to the cent;
 * published facts are not withdrawn; {@code CHOICES.md} lists what the description leaves open.
 *
 * <p>Sentences and tables are in {@code http}, facts in {@code domain.trip}. Here are {@code
 * MoneyPropertiesTest} for every cent in whatever order calls come, and whole trips by the server's
 * own interface: {@code CityTripsTest}, {@code MissedStopEvidenceTest}, {@code SilentPhoneTest} and
 * {@code TimeTravelTest}. {@code DeviatingServiceIT} of the first-contact example finds where the
 * real service differs.
 */
package io.freightsdk.server;
