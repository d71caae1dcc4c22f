package io.freightsdk.server.http;

import io.freightsdk.server.http.Endpoint.Handler;
import io.freightsdk.server.http.engine.Response;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Authorizes calls of the test control. Only this machine and callers with the admin token may use
 * it, and no web page but its own. A page of another origin may send a GET without an {@code
 * Origin}. This changes nothing, and the browser does not show the response to the page.
 *
 * <p>A {@code Host} that does not name this machine means DNS rebinding. A page of another origin
 * has pointed its own name to this machine, and its calls have no foreign {@code Origin}. A token
 * also stops such a page.
 */
public final class AdminAuthorizer {
  private static final Pattern THIS_MACHINE =
      Pattern.compile("(localhost|127(\\.\\d{1,3}){3}|\\[::1])(:\\d+)?", Pattern.CASE_INSENSITIVE);

  /** Headers of proxies. A proxy on this machine forwards calls of other machines. */
  private static final List<String> FORWARDED =
      List.of("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Via");

  private final AdminAccess access;

  public AdminAuthorizer(AdminAccess access) {
    this.access = access;
  }

  /** The same endpoints, for authorized callers only. */
  public List<Endpoint> protect(List<Endpoint> endpoints) {
    return endpoints.stream().map(one -> one.withHandler(guard(one.handler()))).toList();
  }

  private Handler guard(Handler handler) {
    return context -> {
      if (!isFromAllowedMachine(context)) {
        return JsonText.error(
            403,
            "The test control accepts calls from this machine only; --admin-host opens it to others");
      }
      if (!isOwnPage(context))
        return JsonText.error(403, "The test control accepts calls from no other web page");
      String token = access.token();
      return token == null || hasToken(context, token)
          ? respond(handler, context)
          : JsonText.error(
                  401, "The test control needs its admin token: send Authorization: Bearer TOKEN")
              .withHeader("WWW-Authenticate", "Basic realm=\"freight test control\"");
    };
  }

  private boolean isFromAllowedMachine(RequestContext context) {
    if (access.token() != null) {
      return context.request().remoteAddress().isLoopbackAddress()
          || access.isOpenAt(context.request().localAddress());
    }
    String host = context.request().authority();
    boolean isForwarded = FORWARDED.stream().anyMatch(name -> context.header(name) != null);
    boolean named = host != null && THIS_MACHINE.matcher(host).matches();
    return context.request().remoteAddress().isLoopbackAddress() && named && !isForwarded;
  }

  private static boolean isOwnPage(RequestContext context) {
    String origin = context.header("Origin");
    String host = context.request().authority();
    return origin == null || origin.equals("http://" + host) || origin.equals("https://" + host);
  }

  /** Callers send the token as a bearer token, or as the password of a browser's login. */
  private static boolean hasToken(RequestContext context, String token) {
    List<String> authorizations = context.headers("Authorization");
    String given = authorizations.size() == 1 ? tokenOf(authorizations.get(0)) : null;
    return given != null
        && MessageDigest.isEqual(
            given.getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8));
  }

  private static @Nullable String tokenOf(String authorization) {
    int blank = authorization.indexOf(' ');
    if (blank < 0) return null;
    String scheme = authorization.substring(0, blank).toLowerCase(Locale.ROOT);
    String rest = authorization.substring(blank + 1).trim();
    if (scheme.equals("bearer")) return rest;
    if (!scheme.equals("basic")) return null;
    try {
      String pair = new String(Base64.getDecoder().decode(rest), StandardCharsets.UTF_8);
      return pair.substring(pair.indexOf(':') + 1);
    } catch (IllegalArgumentException notBase64) {
      return null;
    }
  }

  private static Response respond(Handler handler, RequestContext context) throws IOException {
    try {
      return handler.handle(context);
    } catch (IllegalArgumentException | IllegalStateException e) {
      // The message of the Java API explains the error.
      return JsonText.error(400, String.valueOf(e.getMessage()));
    }
  }

  /**
   * The address and the token for calls of the test control.
   *
   * @param address the local address that other machines may call: a loopback address for none, the
   *     wildcard address for all
   * @param token the token that every caller needs; null if only this machine may call. {@code
   *     toString} does not show it
   */
  public record AdminAccess(InetAddress address, @Nullable String token) {
    /**
     * Access at an address or host name. An address for other machines needs a token. Without one,
     * this creates a random token.
     *
     * @throws IllegalArgumentException if the name has no address
     */
    public static AdminAccess at(String host, @Nullable String token) {
      try {
        InetAddress address = InetAddress.getByName(host);
        boolean isForOthers = !address.isLoopbackAddress();
        return new AdminAccess(address, token == null && isForOthers ? randomToken() : token);
      } catch (UnknownHostException e) {
        throw new IllegalArgumentException("admin host: no address for '" + host + "'", e);
      }
    }

    /** Does not use the source of ids, because a seed would make the token guessable. */
    private static String randomToken() {
      byte[] bits = new byte[18];
      new SecureRandom().nextBytes(bits);
      return "adm_" + HexFormat.of().formatHex(bits);
    }

    boolean isOpenAt(InetAddress local) {
      boolean loopback = address.isLoopbackAddress();
      return !loopback && (address.isAnyLocalAddress() || address.equals(local));
    }

    @Override
    public String toString() {
      return "AdminAccess[" + address + "]";
    }
  }
}
