package io.freightsdk.server.http;

import io.freightsdk.server.service.IdGenerator.Links;
import org.jspecify.annotations.Nullable;

/**
 * The base URL of the links of loads. It is either fixed, or has the host that the caller used,
 * because a server in a container does not know that host. Thread-safe.
 */
public final class LinkBaseUrl {
  private final Links fixed;
  private final String scheme;
  private final boolean isFixed;

  /** The links of the latest caller. The next caller usually has the same. */
  private volatile Links latest;

  public LinkBaseUrl(String url, boolean isFixed) {
    this.fixed = new Links(url);
    this.scheme = url.substring(0, url.indexOf("//") + 2);
    this.isFixed = isFixed;
    this.latest = fixed;
  }

  /** The links of loads for a caller that used this host; null if it sent no host. */
  Links linksFor(@Nullable String host) {
    if (isFixed || host == null) return fixed;
    Links known = latest;
    if (known.baseUrl().equals(scheme + host)) return known;
    Links made = new Links(scheme + host);
    latest = made;
    return made;
  }
}
