package io.freightsdk.server.web;

import java.util.Map;

/**
 * A rendered page: its status, its document and the headers that it must be sent with.
 *
 * @param html the whole document
 * @param contentSecurityPolicy allows the page's own inline style and script, by hash, and nothing
 *     from elsewhere
 * @param permissionsPolicy the device features that its script may use
 */
public record Page(
    int status, String html, String contentSecurityPolicy, String permissionsPolicy) {
  /**
   * Every header of the response except its length and those that all answers have. No page may be
   * cached, because its link gives access.
   */
  public Map<String, String> headers() {
    return Map.of(
        "Content-Type", "text/html; charset=utf-8",
        "Content-Security-Policy", contentSecurityPolicy,
        "Permissions-Policy", permissionsPolicy,
        "Cache-Control", "no-store",
        "Referrer-Policy", "no-referrer",
        "X-Robots-Tag", "noindex");
  }
}
