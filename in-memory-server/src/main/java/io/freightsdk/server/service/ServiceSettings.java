package io.freightsdk.server.service;

import io.freightsdk.server.domain.geocode.Geocoder.FenceRadii;
import io.freightsdk.server.domain.ping.PingRules;
import java.time.Duration;

/**
 * How one service behaves where the description leaves a choice.
 *
 * @param awaitsBol whether loads wait for their bill of lading at the last stop
 * @param windowLength from {@code windowFrom} to {@code windowTo}; zero gives windows no end
 * @param fenceRadii by how exactly a stop could be placed
 * @param maxLedgerEntries kept per broker before old ones are folded
 */
public record ServiceSettings(
    boolean awaitsBol,
    Duration windowLength,
    FenceRadii fenceRadii,
    PingRules pingRules,
    int maxLedgerEntries) {}
