package io.freightsdk.server.web;

/** The page that a person sees when the requested page cannot be shown. */
public final class ErrorPage {
  private static final Template BODY = PageShell.BLOCKS.get("error");

  private ErrorPage() {}

  /** 404: there is no such link. */
  public static Page unknownLink() {
    return page(404, "unknown");
  }

  /** 410 for a driver: more than seven days after the last stop. */
  public static Page expiredDriverLink() {
    return page(410, "driver.closed");
  }

  /** 410: more than seven days after delivery. */
  public static Page expiredLink() {
    return page(410, "track.expired");
  }

  private static Page page(int status, String key) {
    String title = Texts.text(key);
    return PageShell.still(status, Holder.STYLE)
        .page(title, BODY.with(status, title, Texts.text(key + "-text")));
  }

  private static final class Holder {
    static final Asset STYLE = Asset.read("base.css");
  }
}
