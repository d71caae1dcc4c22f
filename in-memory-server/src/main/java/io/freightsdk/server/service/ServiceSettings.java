package io.freightsdk.server.service;

import io.freightsdk.server.domain.ping.PingRules;
import java.time.Duration;

/**
 * The settings of a service for decisions that the API description leaves open.
 *
 * @param awaitsBol whether loads wait for their bill of lading at the last stop
 * @param stopWindowLength time from {@code windowFrom} to {@code windowTo}; zero for windows
 *     without an end
 * @param maxLedgerEntries number of entries of a broker before the oldest are summed up
 * @param firstLoadNumber number of the first load
 */
public record ServiceSettings(
    boolean awaitsBol,
    Duration stopWindowLength,
    PingRules pingRules,
    int maxLedgerEntries,
    int firstLoadNumber) {}
