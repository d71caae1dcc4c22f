package io.freightsdk.server.web;

import java.util.Map;

/**
 * A finished page: its status, its document and the headers it must be sent with.
 *
 * @param html the whole document
 * @param contentSecurityPolicy allows the page's own inline style and script, by hash, and nothing
 *     from elsewhere
 */
public record Page(int status, String html, String contentSecurityPolicy) {
  /** Every header of the response but its length. Links are capabilities, so no page is cached. */
  public Map<String, String> headers() {
    return Map.of(
        "Content-Type", "text/html; charset=utf-8",
        "Content-Security-Policy", contentSecurityPolicy,
        "Cache-Control", "no-store",
        "Referrer-Policy", "no-referrer",
        "X-Content-Type-Options", "nosniff",
        "X-Robots-Tag", "noindex");
  }
}
