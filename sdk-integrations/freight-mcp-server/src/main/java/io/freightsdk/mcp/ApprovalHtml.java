package io.freightsdk.mcp;

import io.freightsdk.agent.ApprovalRequest;
import java.util.List;
import java.util.Map;

/** The page of one question: the price, what will be done, and everything that will be sent. */
final class ApprovalHtml {
  private static final String HEAD =
      """
      <!doctype html><html lang="en"><meta charset="utf-8">
      <meta name="viewport" content="width=device-width"><title>Approve a payment</title>
      <style>body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem}
      h1{font-size:2rem;margin:0}table{border-collapse:collapse;margin:1rem 0}
      td,th{text-align:left;vertical-align:top;padding:.2rem 1rem .2rem 0;overflow-wrap:anywhere}
      button{font:inherit;padding:.6rem 1.4rem;margin-right:1rem}</style>
      """;

  private ApprovalHtml() {}

  static String of(ApprovalRequest request) {
    StringBuilder page = new StringBuilder(HEAD);
    page.append("<h1>")
        .append(escaped(request.priceUsd().toPlainString()))
        .append(" USD</h1><p>Your agent asks to use the prepaid balance:</p><p><b>")
        .append(escaped(request.summary()))
        .append("</b></p><form method=\"post\">")
        .append("<button name=\"answer\" value=\"approve\">Approve</button>")
        .append("<button name=\"answer\" value=\"refuse\" autofocus>Refuse</button></form>")
        .append("<p>Everything that will be sent; the agent wrote it:</p>");
    value(page, request.arguments());
    return page.append("<p>Valid until ")
        .append(escaped(request.expiresAt().toString()))
        .append(", for this call only.</p></html>\n")
        .toString();
  }

  static String said(String what) {
    return HEAD + "<p>" + escaped(what) + "</p></html>\n";
  }

  private static void value(StringBuilder page, Object value) {
    if (value instanceof Map<?, ?> members) {
      page.append("<table>");
      members.forEach(
          (name, member) -> {
            page.append("<tr><th>").append(escaped(String.valueOf(name))).append("</th><td>");
            value(page, member);
            page.append("</td></tr>");
          });
      page.append("</table>");
    } else if (value instanceof List<?> elements) {
      page.append("<ol>");
      for (Object element : elements) {
        page.append("<li>");
        value(page, element);
        page.append("</li>");
      }
      page.append("</ol>");
    } else {
      page.append(escaped(String.valueOf(value)));
    }
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }
}
