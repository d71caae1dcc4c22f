package io.freightsdk.server.web;

/** What a person sees in place of a page that cannot be shown. */
public final class ErrorPage {
  private static final Template BODY =
      Template.of(
          """
          <main class="error">
          <p class="eyebrow">{}</p>
          <h1>{}</h1>
          <p>{}</p>
          </main>
          """);

  private ErrorPage() {}

  /** 404: nobody has such a link. */
  public static Page unknownLink() {
    return page(
        404,
        "This link leads nowhere",
        "Links end in a long code. Please open it exactly as you received it, or ask the sender for"
            + " a new one.");
  }

  /** 410: more than seven days after delivery. */
  public static Page expiredLink() {
    return page(
        410,
        "This tracking link has expired",
        "The load was delivered more than seven days ago, and its page has been closed.");
  }

  /** 429: over 60 requests a minute. */
  public static Page tooManyRequests() {
    return page(
        429,
        "Please wait a moment",
        "This page was asked for more than 60 times in a minute. Try again in a minute; once open,"
            + " it keeps itself current.");
  }

  private static Page page(int status, String title, String text) {
    return PageShell.still(status, Holder.STYLE).page(title, BODY.with(status, title, text));
  }

  private static final class Holder {
    static final Asset STYLE = Asset.read("base.css");
  }
}
