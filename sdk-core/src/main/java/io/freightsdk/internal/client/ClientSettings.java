package io.freightsdk.internal.client;

import io.freightsdk.FreightClient;
import io.freightsdk.SpendGuard;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * What integrations look up about the client that they are given. Another implementation of {@link
 * FreightClient}, such as a mock, has no guard and the usual settings.
 */
public final class ClientSettings {
  private ClientSettings() {}

  /** Who decides whether a paid attempt may be sent; null for another implementation. */
  public static @Nullable SpendGuard guard(FreightClient client) {
    return client instanceof BlockingClient ours ? ours.core.guard() : null;
  }

  /** The highest live price in USD of calls that state none; null for no limit. */
  public static @Nullable BigDecimal maxPrice(FreightClient client) {
    return client instanceof BlockingClient ours ? ours.core.settings.limits().maxPrice() : null;
  }
}
