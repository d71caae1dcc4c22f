package io.freightsdk.internal.transport;

import java.io.IOException;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Selects proxies by another selector, and reports the selected proxy to the running exchange. So
 * failures of a proxy are reported as such, even if system properties or a selector of the caller
 * chose it.
 */
final class ReportingProxySelector extends ProxySelector {
  private final ProxySelector selector;
  private final DnsLookups exchanges;

  /**
   * @param selector the selector of the caller's client, or of the JVM
   * @param exchanges knows the exchange that a thread executes
   */
  ReportingProxySelector(ProxySelector selector, DnsLookups exchanges) {
    this.selector = selector;
    this.exchanges = exchanges;
  }

  /** Reports the first proxy: OkHttp tries it first, and throws its failure. */
  @Override
  public @Nullable List<Proxy> select(URI uri) {
    List<Proxy> chosen = selector.select(uri);
    Exchange exchange = exchanges.current();
    if (exchange != null && chosen != null && !chosen.isEmpty()) {
      exchange.proxySelected(chosen.get(0));
    }
    return chosen;
  }

  @Override
  public void connectFailed(URI uri, SocketAddress address, IOException why) {
    selector.connectFailed(uri, address, why);
  }

  /** As {@link DnsLookups#equals}: OkHttp compares both when it chooses a pooled connection. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ReportingProxySelector same && selector.equals(same.selector);
  }

  @Override
  public int hashCode() {
    return selector.hashCode();
  }
}
