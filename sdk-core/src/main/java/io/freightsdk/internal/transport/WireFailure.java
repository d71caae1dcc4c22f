package io.freightsdk.internal.transport;

import io.freightsdk.internal.text.Redactor;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.ProtocolException;
import java.net.Proxy;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.util.function.Function;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/**
 * The reason why no complete response arrived, and whether the service can have the request. OkHttp
 * throws the same exceptions before and after a request is written.
 *
 * @param kind the part that failed
 * @param isUnprocessed whether the service certainly did not get the complete request, or rejected
 *     it unprocessed
 * @param cause the exception
 * @param target the host and port of the connection, or its proxy. For {@code LOCAL_FAULT}, the
 *     code that failed. Empty if it does not matter
 * @param likelyTemporary whether this client has had a response from the service, or the resolver
 *     says that its failure is temporary
 */
public record WireFailure(
    Kind kind, boolean isUnprocessed, Throwable cause, String target, boolean likelyTemporary)
    implements Exchange.Result {

  /** The part that failed. */
  public enum Kind {
    /** The name of the host is unknown, or the name server is unavailable. */
    DNS,
    /** The connection was refused, or connecting timed out. */
    CONNECT,
    /** The certificate is not trusted, or is for another host. */
    CERTIFICATE,
    /** The TLS handshake broke off. */
    TLS,
    /** The server speaks no TLS, or refused the handshake. */
    TLS_REFUSED,
    /** The proxy is unknown, unavailable, or refused the connection. */
    PROXY,
    /** The server rejected the request without processing it (RFC 9113, section 8.7). */
    REFUSED_UNREAD,
    /** The connection broke. */
    BROKEN,
    /** The attempt timed out. */
    TIMEOUT,
    /**
     * Code in this process failed, not the network: an interceptor or another part of the caller's
     * {@code OkHttpClient} threw or invented the response, or this client itself failed.
     */
    LOCAL_FAULT
  }

  // These classes are not exported by their module, so they are compared by name.

  private static final String STREAM_RESET = "okhttp3.internal.http2.StreamResetException";

  /**
   * Thrown before a byte of a request is written, if its connection has ended since it was chosen.
   */
  private static final String CONNECTION_SHUTDOWN =
      "okhttp3.internal.http2.ConnectionShutdownException";

  /**
   * The start of OkHttp's message for an exception of an interceptor that is not an IOException.
   */
  private static final String CANCELED_BY_EXCEPTION = "canceled due to ";

  /**
   * A temporary failure, in the texts of glibc, musl ("Try again") and Windows. Glibc translates
   * its text ("temporärer Fehler", "échec temporaire"). No host name follows a space.
   */
  private static final Pattern TEMPORARY =
      Pattern.compile("\\s(tempor|try again)", Pattern.CASE_INSENSITIVE);

  /**
   * Whether the failure passes without a change of the configuration. Clients, jobs and tools
   * follow this table: the next step is {@code RETRY_LATER} or {@code FIX_CONFIGURATION}.
   */
  public boolean passes() {
    return switch (kind) {
      case CONNECT, TLS, REFUSED_UNREAD, BROKEN, TIMEOUT -> true;
      // A name or proxy that has never worked may be wrong.
      case DNS, PROXY -> likelyTemporary;
      // Only a person can decide whether to trust another certificate.
      case CERTIFICATE, TLS_REFUSED, LOCAL_FAULT -> false;
    };
  }

  /** The failure of an attempt that timed out. */
  public static WireFailure timedOut(boolean isUnprocessed) {
    InterruptedIOException cause = new InterruptedIOException("the attempt took too long");
    return new WireFailure(Kind.TIMEOUT, isUnprocessed, cause, "", false);
  }

  /** The failure of code in this process. */
  public static WireFailure localFault(boolean isUnprocessed, Throwable thrown, String culprit) {
    return new WireFailure(Kind.LOCAL_FAULT, isUnprocessed, thrown, culprit, false);
  }

  /**
   * Classifies a failure of OkHttp.
   *
   * @param neverWritten whether the request was cancelled before it was written completely
   * @param status zero if no headers of a response arrived
   * @param service its host and port
   * @param proxy the proxy that gave no connection; null if there was a connection, or no proxy
   * @param hasResponded whether the service has responded to this client
   * @param culprit names the code that threw
   */
  static WireFailure of(
      boolean neverWritten,
      int status,
      IOException thrown,
      String service,
      @Nullable Proxy proxy,
      boolean hasResponded,
      Function<Throwable, String> culprit) {
    if (thrown instanceof ProtocolException) thrown = withoutSecrets(thrown);
    Throwable cause = thrown.getCause();
    if (cause != null && String.valueOf(thrown.getMessage()).startsWith(CANCELED_BY_EXCEPTION)) {
      return localFault(neverWritten, cause, culprit.apply(cause));
    }
    Kind kind = kind(neverWritten, status, thrown);
    String via = proxy == null ? "" : "proxy " + proxy.address();
    boolean isProxyFailure =
        proxy != null
            && !isInterrupt(thrown)
            && (kind == Kind.DNS || kind == Kind.CONNECT || kind == Kind.BROKEN);
    boolean likelyTemporary = hasResponded || isTemporary(thrown);
    if (isProxyFailure)
      return new WireFailure(Kind.PROXY, neverWritten, thrown, via, likelyTemporary);
    // The TLS handshake is with the service, but the proxy may pretend to be it.
    String target = proxy == null ? service : service + " through the " + via;
    boolean hadShutDown = status == 0 && isInstance(thrown, CONNECTION_SHUTDOWN);
    boolean isUnprocessed = neverWritten || kind == Kind.REFUSED_UNREAD || hadShutDown;
    return new WireFailure(kind, isUnprocessed, thrown, target, likelyTemporary);
  }

  private static boolean isTemporary(IOException thrown) {
    return thrown instanceof UnknownHostException
        && TEMPORARY.matcher("" + thrown.getMessage()).find();
  }

  /** A connect that takes too long has an exception of the same type. */
  private static boolean isInterrupt(IOException thrown) {
    return thrown instanceof InterruptedIOException && !(thrown instanceof SocketTimeoutException);
  }

  /** OkHttp quotes bytes that are not HTTP: they may be the rest of an earlier response. */
  private static ProtocolException withoutSecrets(IOException thrown) {
    ProtocolException masked = new ProtocolException(Redactor.mask("" + thrown.getMessage()));
    masked.setStackTrace(thrown.getStackTrace());
    return masked;
  }

  /**
   * The failure as a part of a message. It contains the host of the base URL, which is not secret,
   * but not the path, which has the load number.
   */
  public String fact() {
    String to = target + reason(cause);
    return switch (kind) {
      case DNS ->
          "unknown host "
              + to
              + ", nothing was sent"
              + (passes() ? "" : "; check the base URL and the DNS");
      case CERTIFICATE ->
          "the certificate of "
              + to
              + " is not trusted, nothing was sent; check the base URL and the trust store";
      case TLS, TLS_REFUSED ->
          "the TLS handshake with " + to + " failed, nothing was sent; check the base URL";
      case PROXY ->
          "no connection through the "
              + to
              + ", which may require authentication (407), nothing was sent"
              + (passes()
                  ? ""
                  : "; check the proxy of the client or of the JVM (-Dhttps.proxyHost)");
      case REFUSED_UNREAD -> "the server rejected the request without processing it";
      default ->
          isUnprocessed
              ? "no connection to " + to + ", nothing was sent; check the base URL and the network"
              : "the connection broke after the request was sent";
    };
  }

  /** The message of the deepest cause, because the socket's message says more than OkHttp's. */
  private static String reason(@Nullable Throwable thrown) {
    Throwable deepest = thrown;
    for (int i = 0; i < 8 && deepest != null && deepest.getCause() != null; i++) {
      deepest = deepest.getCause();
    }
    String message = deepest == null ? null : deepest.getMessage();
    if (message == null || message.isBlank()) return "";
    int end = message.indexOf('\n');
    String line = end < 0 ? message : message.substring(0, end);
    return " (" + (line.length() > 200 ? line.substring(0, 200) : line) + ")";
  }

  private static Kind kind(boolean neverWritten, int status, IOException thrown) {
    if (status == 0 && isRefusedUnread(thrown)) return Kind.REFUSED_UNREAD;
    if (!neverWritten) return Kind.BROKEN;
    if (thrown instanceof UnknownHostException) return Kind.DNS;
    if (isCertificateFailure(thrown)) return Kind.CERTIFICATE;
    if (isRefusedTls(thrown)) return Kind.TLS_REFUSED;
    if (thrown instanceof SSLException) return Kind.TLS;
    boolean noConnection =
        thrown instanceof ConnectException
            || thrown instanceof NoRouteToHostException
            || thrown instanceof SocketTimeoutException;
    return noConnection ? Kind.CONNECT : Kind.BROKEN;
  }

  private static boolean isInstance(IOException thrown, String type) {
    return thrown.getClass().getName().equals(type);
  }

  private static boolean isRefusedUnread(IOException thrown) {
    return isInstance(thrown, STREAM_RESET)
        && String.valueOf(thrown.getMessage()).endsWith(": REFUSED_STREAM");
  }

  /** Whether the next attempt would fail too, because of a certificate or TLS. */
  public static boolean isPermanentTlsFailure(@Nullable Throwable thrown) {
    return isCertificateFailure(thrown) || isRefusedTls(thrown);
  }

  private static boolean isCertificateFailure(@Nullable Throwable thrown) {
    int depth = 0;
    for (Throwable e = thrown; e != null && depth < 8; e = e.getCause(), depth++) {
      if (e instanceof CertificateException || e instanceof SSLPeerUnverifiedException) return true;
    }
    return false;
  }

  /**
   * An alert such as {@code protocol_version}, or bytes that are not TLS, as of a plain http
   * server. A connection that ends during the handshake has an IOException as its cause, and the
   * alert {@code internal_error}, which may pass, has no type of its own.
   */
  private static boolean isRefusedTls(@Nullable Throwable thrown) {
    if (!(thrown instanceof SSLException)) return false;
    return thrown instanceof SSLHandshakeException
        ? !(thrown.getCause() instanceof IOException)
        : String.valueOf(thrown.getMessage()).contains("unrecognized SSL message");
  }
}
