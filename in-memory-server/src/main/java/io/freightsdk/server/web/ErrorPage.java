package io.freightsdk.server.web;

/** The page that a person sees when the requested page cannot be shown. */
public final class ErrorPage {
  private static final Template BODY = PageShell.BLOCKS.get("error");

  private ErrorPage() {}

  /** 404: there is no such link. */
  public static Page unknownLink() {
    return page(
        404,
        "This link leads nowhere",
        "Links end in a long code. Please open it exactly as you received it, or ask the sender for"
            + " a new one.");
  }

  /** 404 for a driver: there is no such link. */
  public static Page unknownDriverLink(Texts texts) {
    return page(404, texts, "driver.unknown");
  }

  /** 410: more than seven days after the driver's last stop. */
  public static Page expiredDriverLink(Texts texts) {
    return page(410, texts, "driver.closed");
  }

  /** 410: more than seven days after delivery. */
  public static Page expiredLink() {
    return page(
        410,
        "This tracking link has expired",
        "The load was delivered more than seven days ago, and its page has been closed.");
  }

  /** 429: over 60 requests a minute; it tries again by itself. */
  public static Page tooManyRequests(long retryAfterSeconds) {
    String title = "Please wait a moment";
    Html body =
        BODY.with(
            new Html(" data-retry=\"" + retryAfterSeconds + "\""),
            429,
            title,
            "This page was opened more than 60 times in a minute. It tries again by itself in "
                + retryAfterSeconds
                + " seconds. An open page updates itself, so you need not reload it.");
    return PageShell.still(429, Holder.STYLE)
        .retrying(title, body, Holder.RETRY, retryAfterSeconds);
  }

  private static Page page(int status, Texts texts, String key) {
    String title = texts.text(key);
    return PageShell.still(status, Holder.STYLE)
        .in(texts)
        .page(title, BODY.with(Html.NONE, status, title, texts.text(key + "-text")));
  }

  private static Page page(int status, String title, String text) {
    return PageShell.still(status, Holder.STYLE)
        .page(title, BODY.with(Html.NONE, status, title, text));
  }

  private static final class Holder {
    static final Asset STYLE = Asset.read("base.css");
    static final Asset RETRY = Asset.read("error.js");
  }
}
