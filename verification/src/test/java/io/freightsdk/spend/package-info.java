/** Access to package-private methods of the ledger, for tests in other packages. */
package io.freightsdk.spend;
