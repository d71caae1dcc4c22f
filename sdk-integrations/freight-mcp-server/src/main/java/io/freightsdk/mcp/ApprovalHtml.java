package io.freightsdk.mcp;

import io.freightsdk.agent.ApprovalRequest;
import java.math.BigDecimal;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The page of one question: the price, what will be done, and everything that will be sent. */
final class ApprovalHtml {
  /** The colors and letters of the pages for customers and drivers. */
  private static final String HEAD =
      """
      <!doctype html><html lang="en"><meta charset="utf-8">
      <meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
      <title>Approve a payment</title><style>
      :root{color-scheme:light dark;--page:#f3f5f8;--card:#fff;--line:#dbe1e9;--ink:#132030;--soft:#526077;
      --accent:#1257c9;--accent-ink:#fff}
      @media (prefers-color-scheme:dark){:root{--page:#0d131a;--card:#161f2a;--line:#2a3848;--ink:#e9eff6;
      --soft:#a3b2c4;--accent:#74acff;--accent-ink:#08152a}}
      *{box-sizing:border-box}
      body{margin:0;background:var(--page);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",
      Roboto,"Helvetica Neue",Arial,sans-serif}
      main{max-width:38rem;margin:6vh auto;padding:24px;background:var(--card);border:1px solid var(--line);
      border-radius:16px;overflow-wrap:anywhere}
      h1{margin:0;font-size:2.3rem;line-height:1.15}p{margin:.6em 0}.soft{color:var(--soft)}
      dl{display:grid;grid-template-columns:minmax(7rem,auto) 1fr;gap:.35em 1.2em;margin:0}
      dt{color:var(--soft);overflow-wrap:normal}dd{margin:0}ol{margin:0;padding-left:1.3em}
      hr{margin:20px 0;border:0;border-top:1px solid var(--line)}
      button{font:inherit;font-weight:650;padding:.6rem 1.6rem;margin:.4em .8em .4em 0;border-radius:10px;
      border:1px solid var(--line);background:var(--card);color:var(--ink)}
      button.yes{background:var(--accent);border-color:var(--accent);color:var(--accent-ink)}
      :focus-visible{outline:3px solid var(--accent);outline-offset:2px}
      @media (max-width:26rem){main{margin:0;border:0;border-radius:0}dl{display:block}dd{margin-bottom:.6em}}
      </style><main>
      """;

  private static final String END = "</main></html>\n";

  /** What people call the arguments, in the order in which they read them. */
  private static final Map<String, String> NAMES = new LinkedHashMap<>();

  static {
    NAMES.put("customerRef", "Order");
    NAMES.put("loadNumber", "Load");
    NAMES.put("differsFrom", "Another order than of load");
    NAMES.put("driverPhone", "Driver's phone");
    NAMES.put("pickups", "Pickups");
    NAMES.put("deliveries", "Deliveries");
    NAMES.put("equipmentType", "Equipment");
    NAMES.put("truckNumber", "Truck");
    NAMES.put("weight", "Weight, lb");
    NAMES.put("miles", "Miles");
    NAMES.put("rate", "Rate");
    NAMES.put("shipperName", "Shipper");
    NAMES.put("carrierName", "Carrier");
    NAMES.put("bolReceivedAt", "Bill of lading received");
    NAMES.put("facilityName", "Place");
    NAMES.put("address", "Address");
    NAMES.put("city", "City");
    NAMES.put("state", "State");
    NAMES.put("zip", "ZIP");
    NAMES.put("date", "Window begins");
    NAMES.put("lat", "Latitude");
    NAMES.put("lng", "Longitude");
  }

  private static final DateTimeFormatter HOUR = DateTimeFormatter.ofPattern("h:mm a z", Locale.US);
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("EEE, MMM d, yyyy, h:mm a z", Locale.US);

  private ApprovalHtml() {}

  /**
   * @param zone of the person
   */
  static String of(ApprovalRequest request, ZoneId zone) {
    StringBuilder page = new StringBuilder(HEAD);
    boolean isFree = request.priceUsd().signum() == 0;
    page.append(isFree ? "<p class=soft>Your agent asks, for" : "<p class=soft>Your agent asks for")
        .append("</p><h1>")
        .append(isFree ? "nothing to pay" : dollars(request.priceUsd()))
        .append(isFree ? "</h1>" : "</h1><p class=soft>of the prepaid balance</p>")
        .append("<p><bdi>")
        .append(escaped(request.summary()))
        .append("</bdi></p><form method=\"post\">")
        .append("<button class=yes name=\"answer\" value=\"approve\">Approve</button>")
        .append("<button name=\"answer\" value=\"refuse\" autofocus>Refuse</button></form>")
        .append("<p class=soft>Valid until ")
        .append(HOUR.format(request.expiresAt().atZone(zone)))
        .append(", for this call only.</p><hr>")
        .append("<p class=soft>Everything that will be sent. The agent wrote it:</p>");
    members(page, request.arguments(), zone);
    return page.append(END).toString();
  }

  static String said(String what) {
    return HEAD + "<p>" + escaped(what) + "</p>" + END;
  }

  private static void members(StringBuilder page, Map<?, ?> members, ZoneId zone) {
    Map<String, Object> left = new TreeMap<>();
    members.forEach((name, value) -> left.put(String.valueOf(name), value));
    page.append("<dl>");
    NAMES.forEach(
        (name, shown) -> {
          if (left.containsKey(name)) member(page, shown, left.remove(name), name, zone);
        });
    left.forEach((name, value) -> member(page, words(name), value, name, zone));
    page.append("</dl>");
  }

  private static void member(
      StringBuilder page, String shown, Object value, String name, ZoneId zone) {
    page.append("<dt>").append(escaped(shown)).append("</dt><dd>");
    value(page, value, name, zone);
    page.append("</dd>");
  }

  private static void value(StringBuilder page, Object value, String name, ZoneId zone) {
    if (value instanceof Map<?, ?> members) {
      members(page, members, zone);
    } else if (value instanceof List<?> elements) {
      if (elements.size() > 1) page.append("<ol>");
      for (Object element : elements) {
        if (elements.size() > 1) page.append("<li>");
        value(page, element, name, zone);
      }
      if (elements.size() > 1) page.append("</ol>");
    } else {
      page.append("<bdi>").append(escaped(text(name, value, zone))).append("</bdi>");
    }
  }

  private static String text(String name, Object value, ZoneId zone) {
    String text = String.valueOf(value);
    if (value instanceof BigDecimal number) {
      return name.equals("rate") ? dollars(number) : number.toPlainString();
    }
    if (text.matches("\\+1[0-9]{10}")) {
      return "+1 %s %s %s".formatted(text.substring(2, 5), text.substring(5, 8), text.substring(8));
    }
    if (!name.equals("date") && !name.equals("bolReceivedAt")) return text;
    try {
      return DAY.format(DateTimeFormatter.ISO_DATE_TIME.parse(text, Instant::from).atZone(zone));
    } catch (DateTimeParseException e) {
      return text;
    }
  }

  private static String dollars(BigDecimal usd) {
    return new DecimalFormat("$#,##0.00########", DecimalFormatSymbols.getInstance(Locale.US))
        .format(usd);
  }

  /** {@code truckNumber} as "Truck number". */
  private static String words(String name) {
    String apart = name.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
    return apart.isEmpty()
        ? apart
        : apart.substring(0, 1).toUpperCase(Locale.ROOT) + apart.substring(1);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }
}
