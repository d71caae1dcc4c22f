/** Which broker account pays: of clients with one key, with another, or with a supplier of keys. */
package io.freightsdk.accounts;
