package io.freightsdk.server.service;

import io.freightsdk.server.domain.ping.PingRules;
import java.time.Duration;

/**
 * Settings of one service where the API description leaves a choice.
 *
 * @param awaitsBol whether loads wait for their bill of lading at the last stop
 * @param windowLength from {@code windowFrom} to {@code windowTo}; with zero, windows have no end
 * @param maxLedgerEntries entries kept per broker before old ones are summed up
 * @param lastLoadNumber on which the number of the first load follows
 */
public record ServiceSettings(
    boolean awaitsBol,
    Duration windowLength,
    PingRules pingRules,
    int maxLedgerEntries,
    int lastLoadNumber) {}
