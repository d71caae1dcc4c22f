package io.freightsdk.internal.transport;

import java.time.Duration;

/**
 * The limits of a transport.
 *
 * @param connectTimeout for one TCP connect
 * @param maxConcurrentRequests wire requests at once; more wait
 * @param maxResponseBytes longest body read, after decompression
 */
public record TransportSettings(
    Duration connectTimeout, int maxConcurrentRequests, long maxResponseBytes) {}
