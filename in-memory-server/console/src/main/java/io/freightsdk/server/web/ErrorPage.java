package io.freightsdk.server.web;

/** The page that a person sees when the requested page cannot be shown. */
public final class ErrorPage {
  private static final Template BODY = PageShell.BLOCKS.get("error");

  private ErrorPage() {}

  /** 404: there is no such link. */
  public static Page unknownLink(Texts texts) {
    return page(404, texts, "unknown");
  }

  /** 410 for a driver: more than seven days after the last stop. */
  public static Page expiredDriverLink(Texts texts) {
    return page(410, texts, "driver.closed");
  }

  /** 410: more than seven days after delivery. */
  public static Page expiredLink(Texts texts) {
    return page(410, texts, "track.expired");
  }

  /** 429: over 60 requests a minute; it tries again by itself. */
  public static Page tooManyRequests(long retryAfterSeconds, Texts texts) {
    String title = texts.text("track.busy");
    Html retry = new Html(" data-retry=\"" + retryAfterSeconds + "\"");
    String text = texts.text("track.busy-text", "seconds", retryAfterSeconds);
    return PageShell.still(429, Holder.STYLE)
        .in(texts)
        .retrying(title, BODY.with(retry, 429, title, text), Holder.RETRY, retryAfterSeconds);
  }

  private static Page page(int status, Texts texts, String key) {
    String title = texts.text(key);
    return PageShell.still(status, Holder.STYLE)
        .in(texts)
        .page(title, BODY.with(Html.NONE, status, title, texts.text(key + "-text")));
  }

  private static final class Holder {
    static final Asset STYLE = Asset.read("base.css");
    static final Asset RETRY = Asset.read("error.js");
  }
}
