package io.freightsdk.server.http;

import io.freightsdk.server.service.LoadLinks;
import org.jspecify.annotations.Nullable;

/**
 * The base URL of the links of loads. It is either fixed, or has the host that the caller used,
 * because a server in a container does not know that host. Thread-safe.
 */
public final class LinkBaseUrl {
  private final LoadLinks fixed;
  private final String scheme;
  private final boolean isFixed;

  /** The links of the latest caller. The next caller usually has the same. */
  private volatile LoadLinks latest;

  public LinkBaseUrl(String url, boolean isFixed) {
    this.fixed = new LoadLinks(url);
    this.scheme = url.substring(0, url.indexOf("//") + 2);
    this.isFixed = isFixed;
    this.latest = fixed;
  }

  /** The links of loads for a caller that used this host; null if it sent no host. */
  LoadLinks linksFor(@Nullable String host) {
    if (isFixed || host == null) return fixed;
    LoadLinks known = latest;
    if (known.baseUrl().equals(scheme + host)) return known;
    LoadLinks made = new LoadLinks(scheme + host);
    latest = made;
    return made;
  }
}
