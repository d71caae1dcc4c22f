/** An application that names the SDK's modules and nothing else. */
module com.example {
  requires io.freightsdk.core;
  requires io.freightsdk.server;
  requires io.freightsdk.spend;
}
