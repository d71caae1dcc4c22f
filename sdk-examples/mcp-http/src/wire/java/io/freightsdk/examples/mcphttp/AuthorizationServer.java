package io.freightsdk.examples.mcphttp;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import tools.jackson.databind.json.JsonMapper;

/** Signs tokens, and publishes its metadata and its key on the loopback address. */
final class AuthorizationServer implements AutoCloseable {
  static final String RESOURCE = "https://mcp.example.com/mcp";

  private final RSAKey key = rsa();
  private final HttpServer server;

  AuthorizationServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    publish(
        "/.well-known/openid-configuration",
        Map.of(
            "issuer", issuer(),
            "jwks_uri", issuer() + "/keys",
            "subject_types_supported", List.of("public"),
            "response_types_supported", List.of("code")));
    publish("/keys", new JWKSet(key.toPublicJWK()).toJSONObject());
    server.start();
  }

  private void publish(String path, Map<String, Object> json) {
    byte[] body = JsonMapper.shared().writeValueAsString(json).getBytes(StandardCharsets.UTF_8);
    server.createContext(
        path,
        exchange -> {
          exchange.getResponseHeaders().set("Content-Type", "application/json");
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
  }

  String issuer() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  RSAKey key() {
    return key;
  }

  static RSAKey rsa() {
    try {
      return new RSAKeyGenerator(2048).keyID("one").generate();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A token as a user gets it. */
  String token(String user) throws JOSEException {
    return token(claims -> claims.subject(user));
  }

  /** A token with other claims than those that are good. */
  String token(Consumer<JWTClaimsSet.Builder> other) throws JOSEException {
    return signed(other, JWSAlgorithm.RS256, new RSASSASigner(key));
  }

  String signed(Consumer<JWTClaimsSet.Builder> other, JWSAlgorithm algorithm, JWSSigner signer)
      throws JOSEException {
    JWTClaimsSet.Builder claims =
        new JWTClaimsSet.Builder()
            .subject("ann")
            .issuer(issuer())
            .audience(RESOURCE)
            .expirationTime(Date.from(Instant.now().plusSeconds(600)));
    other.accept(claims);
    SignedJWT token =
        new SignedJWT(new JWSHeader.Builder(algorithm).keyID("one").build(), claims.build());
    token.sign(signer);
    return token.serialize();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
