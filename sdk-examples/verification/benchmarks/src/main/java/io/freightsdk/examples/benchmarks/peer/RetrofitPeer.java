package io.freightsdk.examples.benchmarks.peer;

import io.freightsdk.examples.benchmarks.twin.TwinBalance;
import io.freightsdk.examples.benchmarks.twin.TwinPosition;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import okhttp3.OkHttpClient;
import retrofit2.Call;
import retrofit2.Response;
import retrofit2.Retrofit;
import retrofit2.converter.moshi.MoshiConverterFactory;
import retrofit2.http.GET;
import retrofit2.http.Headers;
import retrofit2.http.Path;

/** Retrofit over OkHttp, with records read by reflective Moshi. */
final class RetrofitPeer implements Peer {
  private final OkHttpClient http;
  private final Api api;

  /** The API as Retrofit wants it. */
  public interface Api {
    @Headers({"Authorization: Bearer " + KEY, "Accept: application/json"})
    @GET("/v1/agent/balance")
    Call<TwinBalance> balance();

    @Headers({"Authorization: Bearer " + KEY, "Accept: application/json"})
    @GET("/v1/agent/balance")
    CompletableFuture<TwinBalance> balanceLater();

    @Headers({"Authorization: Bearer " + KEY, "Accept: application/json"})
    @GET("/v1/agent/loads/{loadNumber}")
    Call<TwinPosition> position(@Path("loadNumber") String loadNumber);
  }

  RetrofitPeer(String baseUrl, int atOnce) {
    http = OkHttpClients.create(atOnce);
    api =
        new Retrofit.Builder()
            .baseUrl(baseUrl)
            .client(http)
            .addConverterFactory(MoshiConverterFactory.create(TwinMoshi.create()))
            .build()
            .create(Api.class);
  }

  @Override
  public Object balance() throws IOException {
    return body(api.balance().execute());
  }

  @Override
  public Object position() throws IOException {
    return body(api.position(LOAD).execute());
  }

  @Override
  public CompletableFuture<?> balanceLater() {
    return api.balanceLater();
  }

  private static <T> T body(Response<T> response) {
    return Objects.requireNonNull(response.body());
  }

  @Override
  public void close() {
    OkHttpClients.close(http);
  }
}
