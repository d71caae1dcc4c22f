package io.freightsdk.mcp;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.JSONObjectUtils;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import java.io.IOException;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/**
 * Admits the users of an authorization server by its access tokens (RFC 9068), and tells hosts
 * where it is (RFC 9728). A token is a JWT for this resource; who it is for, its {@code sub}, is
 * the user. It is checked here, with the keys that the authorization server publishes, and never
 * passed on.
 */
final class OAuth {
  private static final String METADATA = "/.well-known/oauth-protected-resource";
  private static final int MAX_TOKEN_CHARS = 16_384;
  private static final int MAX_BODY_BYTES = 1 << 20;
  private static final int LEAST_RSA_BITS = 2048;

  /** The type of access tokens that RFC 9068 names. */
  private static final JOSEObjectType ACCESS = new JOSEObjectType("at+jwt");

  /** A key that is not known makes the keys be read again, at most so often. */
  private static final Duration READ_AGAIN = Duration.ofSeconds(10);

  /** After this time they are read again, so that one that was withdrawn is refused. */
  private static final Duration KEPT = Duration.ofHours(1);

  private final String issuer;
  private final HttpUrl resource;
  private final InstantSource clock;
  private final OkHttpClient http =
      new OkHttpClient.Builder().callTimeout(Duration.ofSeconds(10)).followRedirects(false).build();

  private final DefaultJWTProcessor<SecurityContext> tokens = new DefaultJWTProcessor<>();

  // Both are written under this. Only who needs another key waits for the one who reads them.
  private volatile @Nullable JWKSet keys;
  private volatile @Nullable Instant readAt;

  /**
   * @param issuer the authorization server, exactly as it names itself
   * @param resource where hosts reach this server, exactly as tokens name it
   */
  OAuth(String issuer, String resource, InstantSource clock) {
    secure("--oauth", issuer);
    this.issuer = issuer;
    this.resource = secure("--resource", resource);
    this.clock = clock;
    tokens.setJWSTypeVerifier(
        new DefaultJOSEObjectTypeVerifier<>(null, JOSEObjectType.JWT, ACCESS));
    // A token does not choose how it is checked.
    tokens.setJWSKeySelector(
        new JWSVerificationKeySelector<>(
            Set.of(JWSAlgorithm.RS256, JWSAlgorithm.ES256), (wanted, context) -> keys(wanted)));
    JWTClaimsSet exactly = new JWTClaimsSet.Builder().issuer(issuer).build();
    tokens.setJWTClaimsSetVerifier(
        new DefaultJWTClaimsVerifier<>(
            Set.of(this.resource.toString()), exactly, Set.of("sub", "exp"), null) {
          @Override
          protected Date currentTime() {
            return Date.from(clock.instant());
          }
        });
  }

  private static HttpUrl secure(String option, String url) {
    HttpUrl parsed = HttpUrl.parse(url);
    boolean isLoopback =
        parsed != null && List.of("127.0.0.1", "localhost", "::1").contains(parsed.host());
    if (parsed == null || !(parsed.isHttps() || isLoopback) || parsed.encodedQuery() != null) {
      throw new Options.Mistake(option + ": expected an https address");
    }
    return parsed;
  }

  /** The name under which hosts reach this server. */
  String host() {
    return resource.host();
  }

  /** What hosts read at a path without a token; null if the path is another one. */
  @Nullable Map<String, Object> metadata(String path) {
    if (!path.equals(METADATA) && !path.equals(METADATA + HttpEndpoint.PATH)) return null;
    return Map.of(
        "resource", resource.toString(),
        "resource_name", "Freight",
        "authorization_servers", List.of(issuer),
        "bearer_methods_supported", List.of("header"));
  }

  /** The header that sends a host without a good token to the metadata. */
  String challenge(boolean hadToken) {
    HttpUrl metadata = resource.newBuilder().encodedPath(METADATA + HttpEndpoint.PATH).build();
    String why = hadToken ? "error=\"invalid_token\", " : "";
    return "Bearer " + why + "resource_metadata=\"" + metadata + "\"";
  }

  /**
   * The user of a token; null if the token is not good.
   *
   * @throws IOException if the keys cannot be read
   */
  @Nullable String user(String token) throws IOException {
    if (token.length() > MAX_TOKEN_CHARS) return null;
    try {
      String user = tokens.process(token, null).getSubject();
      return user.isBlank() ? null : user;
    } catch (KeySourceException e) {
      throw new IOException("the keys of the authorization server cannot be read", e);
    } catch (ParseException | BadJOSEException | JOSEException e) {
      return null;
    }
  }

  private List<JWK> keys(JWKSelector wanted) throws KeySourceException {
    JWKSet known = keys;
    List<JWK> found = known == null ? List.of() : wanted.select(known);
    if (!found.isEmpty() && isWithin(KEPT)) return found;
    synchronized (this) {
      if (!isWithin(READ_AGAIN)) {
        readAt = clock.instant();
        try {
          keys = read();
        } catch (IOException | ParseException | Options.Mistake e) {
          // Users with a good token stay while their authorization server is away.
          if (keys == null) throw new KeySourceException("no keys", e);
        }
      }
      known = keys;
      if (known == null) throw new KeySourceException("no keys yet");
      return wanted.select(known);
    }
  }

  private boolean isWithin(Duration time) {
    Instant last = readAt;
    return last != null && Duration.between(last, clock.instant()).compareTo(time) < 0;
  }

  private JWKSet read() throws IOException, ParseException {
    for (HttpUrl place : places()) {
      Map<String, Object> server = object(text(place));
      if (!issuer.equals(server.get("issuer"))) continue;
      JWKSet all = JWKSet.parse(text(secure("jwks_uri", String.valueOf(server.get("jwks_uri")))));
      // A short RSA key can be broken.
      return new JWKSet(
          all.getKeys().stream()
              .filter(key -> !(key instanceof RSAKey rsa) || rsa.size() >= LEAST_RSA_BITS)
              .toList());
    }
    throw new IOException("no metadata");
  }

  private static Map<String, Object> object(String json) {
    try {
      return JSONObjectUtils.parse(json);
    } catch (ParseException e) {
      return Map.of();
    }
  }

  /** Where an authorization server may tell of itself: RFC 8414, and OpenID Connect. */
  private List<HttpUrl> places() {
    HttpUrl at = Objects.requireNonNull(HttpUrl.parse(issuer));
    String path = at.encodedPath().replaceFirst("/$", "");
    List<HttpUrl> places = new ArrayList<>();
    for (String one :
        List.of(
            "/.well-known/oauth-authorization-server" + path,
            path + "/.well-known/openid-configuration")) {
      places.add(at.newBuilder().encodedPath(one).build());
    }
    return places;
  }

  /** What is at an address; an empty object if nothing is. */
  private String text(HttpUrl url) throws IOException {
    try (Response response = http.newCall(new Request.Builder().url(url).build()).execute()) {
      if (!response.isSuccessful()) return "{}";
      if (response.body().source().request(MAX_BODY_BYTES + 1L)) throw new IOException("too long");
      return response.body().string();
    }
  }
}
