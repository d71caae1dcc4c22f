package io.freightsdk.server.http;

import io.freightsdk.server.service.LoadLinks;
import org.jspecify.annotations.Nullable;

/**
 * The base URL of the links of loads. It is either fixed, or has the host that the caller used,
 * because a server in a container does not know that host.
 */
public record LinkBaseUrl(String url, boolean isFixed) {
  /** The links of loads for a caller that used this host; null if it sent no host. */
  LoadLinks linksFor(@Nullable String host) {
    if (isFixed || host == null) return new LoadLinks(url);
    String scheme = url.substring(0, url.indexOf("//") + 2);
    return new LoadLinks(scheme + host);
  }
}
