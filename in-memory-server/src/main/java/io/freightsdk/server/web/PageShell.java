package io.freightsdk.server.web;

import org.jspecify.annotations.Nullable;

/**
 * The frame of every page: head, policy, style sheet and at most one script.
 *
 * @param connect what the script may call, as a part of the content security policy
 */
public record PageShell(
    int status, Asset style, @Nullable Asset script, String connect, String permissions) {
  static final Template.Blocks BLOCKS = Template.read("page.html");

  private static final Template DOCUMENT = BLOCKS.get("document");

  private static final String NOTHING =
      "geolocation=(), camera=(), microphone=(), payment=(), usb=()";
  private static final String LOCATION =
      "geolocation=(self), screen-wake-lock=(self), camera=(), microphone=(), payment=(), usb=()";
  private static final Template SCRIPT = BLOCKS.get("script");

  private static final Template REFRESH = BLOCKS.get("refresh");
  private static final Template WITHOUT_SCRIPT = BLOCKS.get("without-script");

  public static PageShell still(int status, Asset style) {
    return new PageShell(status, style, null, "", NOTHING);
  }

  /** A page whose script may call the server that sent it. */
  public static PageShell live(Asset style, Asset script) {
    return new PageShell(200, style, script, "; connect-src 'self'", NOTHING);
  }

  /** The same for a page whose script may ask for the phone's position and keep its screen on. */
  public PageShell withLocation() {
    return new PageShell(status, style, script, connect, LOCATION);
  }

  /** The page with {@code body}; without a script it reloads itself every minute. */
  public Page refreshing(String title, Html body) {
    return page(title, body, WITHOUT_SCRIPT.with(REFRESH.with(60)));
  }

  public Page page(String title, Html body) {
    return page(title, body, Html.NONE);
  }

  private Page page(String title, Html body, Html refresh) {
    Html inline = script == null ? Html.NONE : SCRIPT.with(new Html(script.text()));
    Html css = new Html(style.text());
    Html document =
        DOCUMENT.fill(
            "title", title, "head", refresh, "style", css, "body", body, "script", inline);
    return new Page(status, document.markup(), policy(), permissions);
  }

  private String policy() {
    String scripts = script == null ? "" : "; script-src " + script.cspHash();
    return "default-src 'none'; style-src "
        + style.cspHash()
        + scripts
        + connect
        + "; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
  }
}
