package io.freightsdk.server.http;

import io.freightsdk.server.service.Ids.Links;
import org.jspecify.annotations.Nullable;

/**
 * Where links of loads lead: for every caller to one address, or for each to the host that it has
 * addressed, which in a container is not the one that the server knows. Safe for use by several
 * threads.
 */
public final class LinkBaseUrl {
  private final Links fixed;
  private final String scheme;
  private final boolean isFixed;

  /** The links of the latest caller, because most are those of the next one too. */
  private volatile Links latest;

  public LinkBaseUrl(String url, boolean isFixed) {
    this.fixed = new Links(url);
    this.scheme = url.substring(0, url.indexOf("//") + 2);
    this.isFixed = isFixed;
    this.latest = fixed;
  }

  /** The links of loads for a caller of this host; null when it named none. */
  Links linksFor(@Nullable String host) {
    if (isFixed || host == null) return fixed;
    Links known = latest;
    if (known.baseUrl().equals(scheme + host)) return known;
    Links made = new Links(scheme + host);
    latest = made;
    return made;
  }
}
