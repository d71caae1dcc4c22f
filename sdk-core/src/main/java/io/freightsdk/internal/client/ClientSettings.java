package io.freightsdk.internal.client;

import io.freightsdk.RequestListener;
import io.freightsdk.internal.engine.CallLimits;
import io.freightsdk.internal.engine.Environment;
import io.freightsdk.internal.engine.MoneyHooks;
import io.freightsdk.internal.transport.TransportSettings;
import io.freightsdk.watch.PositionCache;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;

/**
 * Everything a client is made of, checked.
 *
 * @param httpClient the caller's client to build on; null for one of our own
 * @param headers extra headers of every request
 * @param positionCache where processes share positions; null to share within this one only
 */
public record ClientSettings(
    HttpUrl baseUrl,
    Supplier<String> agentKey,
    @Nullable OkHttpClient httpClient,
    TransportSettings transport,
    CallLimits limits,
    int retryBudget,
    String userAgent,
    Map<String, String> headers,
    List<RequestListener> listeners,
    Environment environment,
    MoneyHooks.Factory money,
    @Nullable PositionCache positionCache) {}
