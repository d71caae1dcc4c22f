/** Returned values as JSON, for applications that return or store them. */
package io.freightsdk.serialization;
