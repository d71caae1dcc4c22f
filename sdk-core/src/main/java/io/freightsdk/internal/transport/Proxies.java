package io.freightsdk.internal.transport;

import java.io.IOException;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Chooses proxies as another selector does, and tells the exchange under way which one it gets: a
 * failure that is the proxy's is reported as that, also where the system properties or a selector
 * of the caller set it.
 */
final class Proxies extends ProxySelector {
  private final ProxySelector selector;
  private final Lookups exchanges;

  /**
   * @param selector of the caller's client, or the JVM's
   * @param exchanges which know the exchange that a thread executes
   */
  Proxies(ProxySelector selector, Lookups exchanges) {
    this.selector = selector;
    this.exchanges = exchanges;
  }

  /** The first of them is tried first, and its failure is the one that OkHttp throws. */
  @Override
  public @Nullable List<Proxy> select(URI uri) {
    List<Proxy> chosen = selector.select(uri);
    Exchange exchange = exchanges.current();
    if (exchange != null && chosen != null && !chosen.isEmpty()) {
      exchange.connectsOver(chosen.get(0));
    }
    return chosen;
  }

  @Override
  public void connectFailed(URI uri, SocketAddress address, IOException why) {
    selector.connectFailed(uri, address, why);
  }

  /** As {@link Lookups#equals}: OkHttp compares both where it looks for a connection. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Proxies same && selector.equals(same.selector);
  }

  @Override
  public int hashCode() {
    return selector.hashCode();
  }
}
