package io.freightsdk.internal.transport;

import java.time.Duration;
import java.util.List;
import okhttp3.Interceptor;

/**
 * The limits of a transport.
 *
 * @param connectTimeout for one TCP connect
 * @param maxConcurrentRequests wire requests at once; more wait
 * @param maxResponseBytes longest body read, after decompression
 * @param interceptors of the caller, after those of its client
 */
public record TransportSettings(
    Duration connectTimeout,
    int maxConcurrentRequests,
    long maxResponseBytes,
    List<Interceptor> interceptors) {}
